interface NumberedCardsProps {
  steps: readonly { title: string; text: string }[];
  /** Classes of each card and of its number. */
  card: string;
  number: string;
}

/** Numbered cards, each a heading with a sentence. */
export function NumberedCards({ steps, card, number }: NumberedCardsProps) {
  return (
    <ol className="plain-list cards">
      {steps.map(({ title, text }, index) => (
        <li key={title} className={card}>
          <span className={number}>{index + 1}</span>
          <h3>{title}</h3>
          <p className="muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
