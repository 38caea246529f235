/*
 * /design: the parts of the house by kind, each in all its states. Foundations (colours, type), Controls (button, field,
 * chip), Surfaces (card, docket, table, offer), Feedback (notice, toast, skeleton, empty, error), Moving (tabs, dialog,
 * accordion).
 */
import { type ReactNode, useState } from 'react';
import { confirmWith, tell } from '#site/stores/dialog.ts';
import { DialogHost } from '#site/ui/DialogHost.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { Tabs } from '#site/ui/Tabs.tsx';
import { Controls } from './Controls.tsx';
import { Feedback } from './Feedback.tsx';
import { Surfaces } from './Surfaces.tsx';

/** The whole island. */
export function DesignScreen() {
  return (
    <>
      <header className="stack tight">
        <h1>The parts of the house</h1>
        <p className="lead">
          A well-printed market docket: prices are the heroes, verdicts are stamps, history is an
          ink line, everything else is quiet.
        </p>
      </header>
      <Part name="Colour and type">
        <Foundations />
      </Part>
      <Part name="Controls">
        <Controls />
      </Part>
      <Part name="Surfaces">
        <Surfaces />
      </Part>
      <Part name="Feedback">
        <Feedback />
      </Part>
      <Part name="What opens and closes">
        <Moving />
      </Part>
      <DialogHost />
    </>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  const id = name.toLowerCase().replaceAll(' ', '-');
  return (
    <section className="stack design-part" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  );
}

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
function Foundations() {
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

const TABS = [
  { id: 'details', name: 'Details' },
  { id: 'reviews', name: 'Reviews' },
  { id: 'specs', name: 'Specs' },
] as const;
type Tab = (typeof TABS)[number]['id'];

/** Tabs, dialogs, the accordion. */
function Moving() {
  const [tab, setTab] = useState<Tab>('details');
  return (
    <>
      <Tabs<Tab> label="Sample tabs" tabs={TABS} chosen={tab} onChoose={setTab}>
        <p className="card">The panel of “{tab}”.</p>
      </Tabs>
      <div className="row">
        <button
          type="button"
          className="button"
          onClick={() => void confirmWith('Remove this from your favorites?', 'Remove')}
        >
          Ask something
        </button>
        <button type="button" className="button" onClick={() => void tell('It has been said.')}>
          Say something
        </button>
      </div>
      <div className="accordion">
        {['Where do prices come from?', 'What does a score mean?'].map((question, index) => (
          <details key={question} name="sample" open={index === 0}>
            <summary>
              {question}
              <Icon name="chevron" />
            </summary>
            <p>One opens at a time; the one that was open closes.</p>
          </details>
        ))}
      </div>
    </>
  );
}
