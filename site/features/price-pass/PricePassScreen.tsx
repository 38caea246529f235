/* /price-pass: purchases, and whether the same shop has become cheaper since. Members' passes are on the server, guests' in the browser. */
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { dataOf } from '#site/client/api.ts';
import { Spinner } from '#site/layouts/Spinner.tsx';
import { $session, restoreSession } from '#site/stores/session.ts';
import { Notice } from '#site/ui/Notice.tsx';
import { Loaded } from '#site/ui/panels.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { RemoveButton } from '#site/ui/use-removals.tsx';
import { guestsPasses, type KeptPasses, membersPasses } from './kept-passes.ts';
import { FaultNotice, PassForm } from './PassForm.tsx';
import './PricePass.css';
import type { JudgedPass } from '#site/api/responses/price-pass.ts';
import { sinceText } from '#site/features/catalogue/words.ts';
import { OutboundLink } from '#site/ui/OutboundLink.tsx';
import { audText } from '#site/ui/price-text.ts';

export function PricePassScreen() {
  const session = useStore($session);
  useEffect(restoreSession, []);
  if (session.status === 'loading') return <Spinner />;
  const isMember = session.status === 'signed-in';
  return (
    <div className="stack loose" key={session.status}>
      <Notice tone="blue" icon="info">
        {isMember ? (
          <>We email {session.user.email}, if that address is confirmed, and show it here.</>
        ) : (
          <>
            Saved in this browser only. Come back to check, or{' '}
            <a href="/login?redirect=%2Fprice-pass">sign in</a> and we’ll email you.
          </>
        )}
      </Notice>
      <Passes kept={isMember ? membersPasses : guestsPasses} />
    </div>
  );
}

function Passes({ kept }: { kept: KeptPasses }) {
  const shops = useCall(() => dataOf((api) => api.retailers.$get()));
  const passes = useCall(() => kept.list());
  const [fault, setFault] = useState<unknown>(null);
  const change = async (work: Promise<unknown>) => {
    setFault(null);
    try {
      await work;
      await passes.run();
      return true;
    } catch (error) {
      setFault(error);
      return false;
    }
  };
  return (
    <>
      {shops.state.status === 'error' ? (
        <Loaded call={shops} loading={null} failure="The list of shops could not be loaded.">
          {() => null}
        </Loaded>
      ) : (
        <PassForm
          shops={shops.state.status === 'success' ? shops.state.data : []}
          onAdd={(items) => change(kept.add(items))}
        />
      )}
      <FaultNotice fault={fault} text="This could not be saved." />
      <section className="stack" aria-labelledby="passes-title">
        <h2 id="passes-title">Your purchases</h2>
        <Loaded call={passes} loading={<Spinner />} failure="Your purchases could not be loaded.">
          {(found) => (
            <PassList passes={found} onRemove={(pass) => void change(kept.remove(pass))} />
          )}
        </Loaded>
      </section>
      <p className="small muted measure">
        Each shop has its own rules on refunding a difference: check the receipt or its returns
        page. We compare the prices on its website.
      </p>
    </>
  );
}

const STAMPS = {
  cheaper: { text: 'Ask for it back', tone: 'green' },
  watching: { text: 'Watching', tone: 'blue' },
  over: { text: 'Over', tone: 'grey' },
} as const;

interface PassListProps {
  passes: readonly JudgedPass[];
  onRemove(pass: JudgedPass): void;
}

/** Purchases with their shop's prices since; cheaper ones first. */
function PassList({ passes, onRemove }: PassListProps) {
  if (passes.length === 0)
    return <p className="card">Nothing yet. Add what you bought, with what you paid.</p>;
  const order = Object.keys(STAMPS);
  const sorted = passes.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <ul className="plain-list passes">
      {sorted.map((pass) => (
        <li className="card stack tight" key={pass.id}>
          <p className="row spread">
            <span className={`stamp tone-${STAMPS[pass.state].tone}`}>
              {STAMPS[pass.state].text}
            </span>
            <RemoveButton label={`Remove ${pass.name}`} onRemove={() => onRemove(pass)} />
          </p>
          <h3 className="card-name">
            <a href={pass.path}>{pass.name}</a>
          </h3>
          <p>{pass.text}</p>
          <dl className="figures small">
            {[
              ['You paid', pass.paid],
              ['Lowest since', pass.lowest?.price],
              ['Usual', pass.median],
              ['Now', pass.now],
            ].map(([label, price]) => (
              <div key={label}>
                <dt className="muted">{label}</dt>
                <dd>{typeof price === 'number' ? audText(price) : '–'}</dd>
              </div>
            ))}
          </dl>
          <p className="small muted">
            Bought {sinceText(pass.boughtAt)} at{' '}
            <OutboundLink href={pass.url} className="reach">
              {pass.shop}
            </OutboundLink>
            , watched until {sinceText(pass.endsAt)}. “Usual” is its typical price since 90 days
            before you bought it.
          </p>
        </li>
      ))}
    </ul>
  );
}
