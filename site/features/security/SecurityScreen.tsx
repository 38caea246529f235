/* /profile/security: the second factor and latest sign-ins of an account. */

import { useState } from 'react';
import { ACCOUNT_EVENT_WORDS, ACCOUNT_WAY_WORDS } from '#domain/account/account-events.ts';
import { momentText } from '#domain/calendar.ts';
import { counted } from '#domain/text/counted.ts';
import { dataOf } from '#site/client/api.ts';
import type { SessionUser } from '#site/client/stored-values.ts';
import { SignedIn } from '#site/features/account/SignedIn.tsx';
import { SettingsSection } from '#site/features/profile/SettingsSection.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { Loaded, Skeletons } from '#site/ui/panels.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { BackupCodes, ChangeSecondFactor, SetUpSecondFactor } from './SecondFactor.tsx';

type Security = Awaited<ReturnType<typeof readSecurity>>;
const readSecurity = () => dataOf((api) => api.user.security.$get());

const FAILED = 'The security of your account could not be loaded.';

export function SecurityScreen() {
  return <SignedIn>{({ user }) => <Screen user={user} />}</SignedIn>;
}

function Screen({ user }: { user: SessionUser }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const call = useCall(readSecurity);
  return (
    <div className="stack loose profile">
      <header className="stack tight">
        <a className="reach" href="/profile">
          <Icon name="arrow-left" /> Profile
        </a>
        <h1 className="form-title">Security</h1>
        <p className="muted">{user.email}</p>
      </header>
      {codes && (
        <BackupCodes
          codes={codes}
          onKept={() => {
            setCodes(null);
            void call.run();
          }}
        />
      )}
      <Loaded
        call={call}
        loading={<Skeletons count={2} shape="security-shape" className="stack" />}
        failure={FAILED}
      >
        {(security) => (
          <div>
            <SettingsSection
              title="Second factor"
              text="A code from an app on your phone, asked for after your password. Someone who learns your password still can’t sign in."
            >
              <Status
                {...security.secondFactor}
                // The server's answer is older than the codes on the screen.
                {...(codes && { backupCodesLeft: codes.length })}
              />
              {security.secondFactor.isOn ? (
                <ChangeSecondFactor
                  hasPassword={security.hasPassword}
                  onCodes={setCodes}
                  onOff={() => {
                    setCodes(null);
                    void call.run();
                  }}
                />
              ) : (
                <SetUpSecondFactor
                  hasPassword={security.hasPassword}
                  onDone={(fresh) => {
                    setCodes(fresh);
                    void call.run();
                  }}
                />
              )}
            </SettingsSection>
            <SettingsSection
              title="Latest sign-ins"
              text="Kept for 90 days. If one of them was not you, set a new password: it signs everyone else out."
            >
              <ul className="plain-list entries">
                {security.events.map(({ kind, way, atAdmin, happenedAt }) => (
                  <li key={`${kind} ${happenedAt}`}>
                    <span className="stack tight">
                      <span>{ACCOUNT_EVENT_WORDS[kind]}</span>
                      <span className="muted small">
                        by {ACCOUNT_WAY_WORDS[way]}
                        {atAdmin && ', at the operators’ pages'}
                      </span>
                    </span>
                    <time className="muted small" dateTime={happenedAt}>
                      {momentText(Date.parse(happenedAt))}
                    </time>
                  </li>
                ))}
              </ul>
            </SettingsSection>
          </div>
        )}
      </Loaded>
    </div>
  );
}

function Status({ isOn, backupCodesLeft: left }: Security['secondFactor']) {
  return (
    <p className="row">
      {isOn ? (
        <span className="badge tone-green">
          <Icon name="check" /> On
        </span>
      ) : (
        <span className="badge tone-yellow">Off</span>
      )}
      {isOn && (
        <span className={left < 3 ? 'toned tone-red' : 'muted'}>
          {counted(left, 'backup code')} left
        </span>
      )}
    </p>
  );
}
