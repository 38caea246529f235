const STEPS = [
  {
    title: 'We read your signals',
    text: 'Searches, views and favourites of your account, nothing else.',
  },
  { title: 'We score what fits', text: 'Price against other shops, buyers’ ratings, popularity.' },
  { title: 'You decide', text: 'Clear your history in your profile and the picks start over.' },
];

/** 'How recommendations work' (spec §2). */
export function HowItWorks() {
  return (
    <section className="stack how" aria-labelledby="how-title">
      <h2 id="how-title">How recommendations work</h2>
      <ol className="plain-list cards">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="stack tight">
            <span className="price">{index + 1}</span>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
