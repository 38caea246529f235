import { useState } from 'react';
import { confirmWith, tell } from '#site/stores/dialog.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { Tabs } from '#site/ui/Tabs.tsx';

const TABS = [
  { id: 'details', name: 'Details' },
  { id: 'reviews', name: 'Reviews' },
  { id: 'specs', name: 'Specs' },
] as const;
type Tab = (typeof TABS)[number]['id'];

/** Tabs, dialogs, the accordion. */
export function Moving() {
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
