interface ChoicesProps<Choice extends string> {
  label: string;
  /** Each with its text. */
  choices: readonly (readonly [Choice, string])[];
  chosen: Choice;
  className?: string;
  onChoose(choice: Choice): void;
}

/** Chips of which one is pressed; hidden without JavaScript. */
export function Choices<Choice extends string>(props: ChoicesProps<Choice>) {
  const { label, choices, chosen, className = '', onChoose } = props;
  return (
    <fieldset className={`tabs ${className}`}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(([choice, text]) => (
        <button
          key={choice}
          type="button"
          className="chip needs-script"
          aria-pressed={choice === chosen}
          onClick={() => onChoose(choice)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
