import { TextField } from '#site/ui/fields.tsx';

/** Refinements of a question: `budget` in dollars, null without one; `more` are further words, '' for none. */
export interface Narrowing {
  budget: number | null;
  more: string;
}

interface AskBackProps {
  /** Empty on the empty screen, where the form asks the whole question. */
  query?: string;
  budget?: number | null;
  onNarrow?: ((narrowing: Narrowing) => void) | undefined;
}

/** Asks by fields: the whole question, or refinements of one. A plain GET form without JavaScript. */
export function AskBack({ query = '', budget = null, onNarrow }: AskBackProps) {
  const isWhole = query === '';
  return (
    <form
      className="card stack tight ask-back"
      action="/smart-search"
      onSubmit={(event) => {
        if (!onNarrow) return;
        event.preventDefault();
        const values = new FormData(event.currentTarget);
        const whom = String(values.get('whom') ?? '').trim();
        const words = isWhole
          ? `${values.get('q')} ${whom && `for ${whom.replace(/^for /i, '')}`}`
          : String(values.get('must'));
        onNarrow({ budget: Number(values.get('budget')) || null, more: words.trim() });
      }}
    >
      {!isWhole && <input type="hidden" name="q" value={query} />}
      <input type="hidden" name="plain" value="1" />
      <h2 className="panel-title">{isWhole ? 'Or fill this in' : 'Tell us more'}</h2>
      <div className="row">
        {isWhole && (
          <TextField id="thing" name="q" label="Product or purpose" maxLength={120} required />
        )}
        {isWhole && <TextField id="whom" name="whom" label="For whom or where?" maxLength={60} />}
        <TextField
          id="budget"
          name="budget"
          label="Budget in dollars"
          type="number"
          inputMode="decimal"
          min="1"
          step="any"
          defaultValue={budget ?? undefined}
        />
        {!isWhole && <TextField id="must" name="must" label="What must it have?" maxLength={80} />}
        <button type="submit" className="button primary">
          {isWhole ? 'Ask' : 'Update the advice'}
        </button>
      </div>
    </form>
  );
}
