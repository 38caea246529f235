/* /price-pass: what somebody bought, and whether the same shop sells it cheaper since. Members' passes are kept on the server. */
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { dataOf } from '#site/client/api.ts';
import { faultAdvice } from '#site/client/fault-advice.ts';
import { Spinner } from '#site/features/account/SignedIn.tsx';
import { $session, restoreSession } from '#site/stores/session.ts';
import { Notice } from '#site/ui/Notice.tsx';
import { Loaded } from '#site/ui/panels.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { guestsPasses, type KeptPasses, membersPasses } from './kept-passes.ts';
import { PassForm } from './PassForm.tsx';
import { PassList } from './PassList.tsx';
import './PricePass.css';

/** The whole island. */
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
            Kept in this browser only: look in again, or{' '}
            <a href="/login?redirect=%2Fprice-pass">sign in</a> and we email you.
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
      {fault !== null && (
        <Notice tone="red" icon="alert" role="alert">
          This could not be saved. {faultAdvice(fault) ?? 'Please try again.'}
        </Notice>
      )}
      <section className="stack" aria-labelledby="passes-title">
        <h2 id="passes-title">Your purchases</h2>
        <Loaded call={passes} loading={<Spinner />} failure="Your purchases could not be loaded.">
          {(found) => (
            <PassList passes={found} onRemove={(pass) => void change(kept.remove(pass))} />
          )}
        </Loaded>
      </section>
      <p className="small muted measure">
        Whether a shop gives the difference back, and for how long, is its own rule: look at its
        receipt or its returns page. We compare what its own page asked online.
      </p>
    </>
  );
}
