import { TextField } from '#site/ui/fields.tsx';

/** Refinements of a question: `budget` in dollars, null without one. */
export interface Narrowing {
  budget: number | null;
  mustHave: string;
}

interface AskBackProps {
  query: string;
  budget: number | null;
  onNarrow?: ((narrowing: Narrowing) => void) | undefined;
}

/** Refines the question by budget and must-haves; a plain GET form without JavaScript. */
export function AskBack({ query, budget, onNarrow }: AskBackProps) {
  return (
    <form
      className="card stack tight ask-back"
      action="/smart-search"
      onSubmit={(event) => {
        if (!onNarrow) return;
        event.preventDefault();
        const values = new FormData(event.currentTarget);
        onNarrow({
          budget: Number(values.get('budget')) || null,
          mustHave: String(values.get('must')),
        });
      }}
    >
      <input type="hidden" name="q" value={query} />
      <input type="hidden" name="plain" value="1" />
      <h2 className="panel-title">Tell us more</h2>
      <div className="row">
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
        <TextField id="must" name="must" label="What must it have?" maxLength={80} />
        <button type="submit" className="button primary">
          Update the advice
        </button>
      </div>
    </form>
  );
}
