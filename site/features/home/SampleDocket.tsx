import './SampleDocket.css';

const ROWS = [
  { shop: 'Department store', price: '$219.00', share: '73%', best: true },
  { shop: 'Electronics chain', price: '$249.00', share: '83%', best: false },
  { shop: 'Online marketplace', price: '$264.95', share: '88%', best: false },
  { shop: 'Appliance shop', price: '$299.00', share: '100%', best: false },
];

/** A drawn example of what a comparison looks like; not data, and labelled so. */
export function SampleDocket() {
  return (
    <figure className="docket sample-docket" aria-label="A sample comparison">
      <figcaption className="row spread small muted">
        <span>Sample docket</span>
        <span className="figures">4 of 50+ shops</span>
      </figcaption>
      <hr className="rule" />
      <p className="name">Coffee machine, 15 bar</p>
      <div className="row spread">
        <span className="price hero">$219</span>
        <span className="stamp tone-green">Genuine saving</span>
      </div>
      <p className="small muted">Was $299 on 61 of the 84 days before the sale.</p>
      <hr className="rule" />
      <ul className="plain-list">
        {ROWS.map(({ shop, price, share, best }) => (
          <li key={shop} className={best ? 'best' : undefined}>
            <span className="leader">
              <span>{shop}</span>
              <span className="price inline">{price}</span>
            </span>
            <svg width="100%" height="6" aria-hidden="true">
              <rect width={share} height="6" rx="3" />
            </svg>
          </li>
        ))}
      </ul>
      <hr className="rule" />
      <p className="leader strong toned tone-green">
        <span>You keep</span>
        <span className="figures">$80.00</span>
      </p>
    </figure>
  );
}
