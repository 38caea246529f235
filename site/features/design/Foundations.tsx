/** The colour tokens by use; styles/design.css gives each swatch its colour. */
const SWATCHES = [
  ['paper', 'page'],
  ['surface', 'cards'],
  ['ink', 'text'],
  ['muted', 'second text'],
  ['wattle', 'top pick, main act'],
  ['eucalyptus', 'savings, stock'],
  ['ochre', 'rises, errors'],
  ['sky', 'links, focus'],
] as const;

/** Colours, and the sizes of words and prices. */
export function Foundations() {
  return (
    <>
      <ul className="plain-list swatches">
        {SWATCHES.map(([token, use]) => (
          <li key={token} className={`swatch swatch-${token}`}>
            <strong>{token}</strong>
            <span className="small">{use}</span>
          </li>
        ))}
      </ul>
      <div className="card stack">
        <p className="row product-price">
          <span className="price hero">$1,249.00</span>
          <s className="was">$1,499.00</s>
          <span className="stamp tone-green">Genuine saving</span>
          <span className="stamp tone-red">Was too short</span>
          <span className="stamp tone-grey">Not enough data</span>
        </p>
        <p className="lead">A lead says in one sentence what the page is for.</p>
        <p>Text is in the reader’s own system face, 16 px, with prices in tabular figures.</p>
        <p className="small muted figures">$2.62 per 100 g · updated 4m ago</p>
        <p className="row">
          {(['green', 'yellow', 'red', 'blue', 'grey'] as const).map((tone) => (
            <span key={tone} className={`badge tone-${tone}`}>
              {tone}
            </span>
          ))}
        </p>
      </div>
    </>
  );
}
