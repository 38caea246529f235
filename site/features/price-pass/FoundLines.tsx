import type { SubmitEvent } from 'react';
import type { FoundLine } from '#site/api/routes/price-pass.ts';
import { DOLLARS } from '#site/ui/fields.tsx';
import { LazyImage } from '#site/ui/LazyImage.tsx';
import { audText } from '#site/ui/price-text.ts';

interface FoundLinesProps {
  lines: FoundLine[];
  isBusy: boolean;
  onAdd(paid: [offerId: string, paid: number][]): Promise<void>;
}

/** The products that each line may mean, the likeliest chosen. Only lines with a product and a price are saved. */
export function FoundLines({ lines, isBusy, onAdd }: FoundLinesProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const chosen = lines.flatMap((_line, nth): [string, number][] => {
      const [offerId, paid] = [fields.get(`take-${nth}`), Number(fields.get(`paid-${nth}`))];
      return typeof offerId === 'string' && offerId && paid > 0 ? [[offerId, paid]] : [];
    });
    if (chosen.length > 0) void onAdd(chosen);
  };
  const isAnyFound = lines.some(({ matches: [first] }) => first);
  return (
    <form className="card stack" onSubmit={submit} aria-labelledby="found-title">
      <h2 id="found-title" className="panel-title">
        Is it one of these?
      </h2>
      <ul className="plain-list stack tight" role="status">
        {lines.map((line, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and do not move
          <li key={nth}>
            <Candidates {...line} nth={nth} />
          </li>
        ))}
      </ul>
      {isAnyFound && (
        <div>
          <button type="submit" className="button primary" disabled={isBusy}>
            Keep an eye on these
          </button>
        </div>
      )}
    </form>
  );
}

function Candidates({ text, paid, isSold, pricedAs, matches, nth }: FoundLine & { nth: number }) {
  if (matches.length === 0) {
    return (
      <p className="found-line muted">
        “{text}”:{' '}
        {isSold
          ? 'this shop does not list it, as far as we read.'
          : 'no shop we read lists anything like it. Check the spelling, or use the name on the pack.'}
      </p>
    );
  }
  return (
    <fieldset className="row spread found-line">
      <legend className="field-label">
        “{text}”
        {pricedAs && (
          <span className="small muted"> · nothing matches; looked up as {pricedAs}</span>
        )}
      </legend>
      <div className="stack tight candidates">
        {matches.map(({ offerId, name, price, imageUrl }, place) => (
          <label className="check" key={offerId}>
            <input type="radio" name={`take-${nth}`} value={offerId} defaultChecked={place === 0} />
            <LazyImage src={imageUrl} alt="" eager sizes="3rem" />
            <span>
              {name} <span className="small muted">now {audText(price)}</span>
            </span>
          </label>
        ))}
        <label className="check">
          <input type="radio" name={`take-${nth}`} value="" />
          <span>{matches.length === 1 ? 'Not this one' : 'None of these'}</span>
        </label>
      </div>
      <label className="row paid">
        <span className="small">Paid, each $</span>
        <input
          {...DOLLARS}
          name={`paid-${nth}`}
          min="0.01"
          max="1000000"
          defaultValue={paid?.toFixed(2) ?? ''}
        />
      </label>
    </fieldset>
  );
}
