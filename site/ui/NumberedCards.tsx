/** Numbered cards, each a heading with a sentence. */
export function NumberedCards({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol className="plain-list cards">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="card stack tight">
          <span className="pick-number">{index + 1}</span>
          <h3>{title}</h3>
          <p className="muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
