/*
 * /design: the parts of the house by kind, each in all its states. Foundations (colours, type), Controls (button, field,
 * chip), Surfaces (card, docket, table, offer), Feedback (notice, toast, skeleton, empty, error), Moving (tabs, dialog,
 * accordion).
 */
import type { ReactNode } from 'react';
import { DialogHost } from '#site/ui/DialogHost.tsx';
import { Controls } from './Controls.tsx';
import { Feedback } from './Feedback.tsx';
import { Foundations } from './Foundations.tsx';
import { Moving } from './Moving.tsx';
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
