import { TESTIMONIALS } from '#site/content/texts.ts';
import './Testimonials.css';

/** The specification's three testimonials, labelled as samples. */
export function Testimonials() {
  return (
    <section className="band section testimonials">
      <div className="wrap stack loose">
        <div className="row spread">
          <h2>What it is for</h2>
          <span className="badge tone-grey">Sample stories</span>
        </div>
        <ul className="plain-list">
          {TESTIMONIALS.map(({ name, initial, city, text }) => (
            <li key={name}>
              <figure className="stack">
                <blockquote>{text}</blockquote>
                <figcaption className="muted small">
                  {name} {initial}., {city} <span>(sample)</span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
