/* /profile (spec §2): header card and tabs; the URL holds the tab, as '#alerts' or '?tab=alerts'. */

import { useState } from 'react';
import { dateOf } from '#domain/calendar.ts';
import { bodyOf, dataOf } from '#site/client/api.ts';
import { errorText } from '#site/client/api-error.ts';
import { confirmWith, tell } from '#site/client/dialog.ts';
import { saveAs } from '#site/client/dom.ts';
import { forgetSession, signOut } from '#site/client/sign-out.ts';
import type { SessionUser } from '#site/client/stored-values.ts';
import { EMAIL_VERIFIED, MEMBER_SINCE, SITE_NAME } from '#site/content/texts.ts';
import { SignedIn } from '#site/features/account/SignedIn.tsx';
import { CodeField, PasswordField } from '#site/ui/fields.tsx';
import { Form, FormMessage, fieldAtFault, Submit, useForm } from '#site/ui/form.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { LetterTile } from '#site/ui/LetterTile.tsx';
import { Tabs } from '#site/ui/Tabs.tsx';
import { useCall } from '#site/ui/use-call.ts';
import { AlertChannel } from './AlertChannel.tsx';
import { AlertList } from './AlertList.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import { ProductEntries, SAVED, SearchHistoryList, VIEWS } from './EntryList.tsx';
import { FavoritesFeed } from './FavoritesFeed.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { OneMailADay, WatchedSearches } from './WatchedSearches.tsx';

const TABS = [
  { id: 'profile', name: 'Profile Settings' },
  { id: 'search-history', name: 'Search History' },
  { id: 'view-history', name: 'View History' },
  { id: 'favorites', name: 'Favorites' },
  { id: 'alerts', name: 'Price Alerts' },
] as const;
type Tab = (typeof TABS)[number]['id'];

export function ProfileScreen() {
  return <SignedIn>{({ user }) => <Screen user={user} />}</SignedIn>;
}

function Screen({ user }: { user: SessionUser }) {
  const [tab, setTab] = useState<Tab>(() => {
    const named = location.hash.slice(1) || new URLSearchParams(location.search).get('tab');
    return TABS.find(({ id }) => id === named)?.id ?? 'profile';
  });
  const choose = (next: Tab) => {
    setTab(next);
    history.replaceState(null, '', `#${next}`);
  };
  return (
    <div className="stack loose profile">
      <header className="docket profile-head">
        <div className="profile-who">
          <LetterTile name={user.name} />
          <div>
            <h1 className="form-title">{user.name}</h1>
            <p className="muted">{user.email}</p>
            <div className="row">
              <span className="badge tone-grey">{MEMBER_SINCE}</span>
              <Verified />
            </div>
          </div>
        </div>
        <button type="button" className="button" onClick={() => void signOut()}>
          <Icon name="logout" /> Logout
        </button>
      </header>
      <Tabs<Tab> label="Your account" tabs={TABS} chosen={tab} onChoose={choose}>
        {tab === 'profile' && <Settings user={user} />}
        {tab === 'search-history' && <SearchHistoryList />}
        {tab === 'view-history' && <ProductEntries key={tab} {...VIEWS} />}
        {tab === 'favorites' && <ProductEntries key={tab} {...SAVED} />}
        {tab === 'alerts' && (
          <div className="stack loose">
            <OneMailADay />
            <AlertList>
              <section className="stack" aria-labelledby="watched-title">
                <h2 className="h3" id="watched-title">
                  Watched searches
                </h2>
                <WatchedSearches />
              </section>
            </AlertList>
          </div>
        )}
      </Tabs>
    </div>
  );
}

/** Whether the address is verified; an invisible placeholder until the server responds. */
function Verified() {
  const { state } = useCall(() => dataOf((api) => api.auth.me.$get()));
  if (state.status !== 'success')
    return (
      <span className="badge pending" aria-hidden="true">
        Email not verified
      </span>
    );
  return state.data.user?.emailVerified ? (
    <span className="badge tone-green">
      <Icon name="check" /> {EMAIL_VERIFIED}
    </span>
  ) : (
    <span className="badge tone-yellow">Email not verified</span>
  );
}

function Settings({ user }: { user: SessionUser }) {
  return (
    <>
      <ProfileForm user={user} />
      <SettingsSection
        title="Security"
        text="A second factor, your latest sign-ins, and the end of every session on all devices; API keys stay."
      >
        <div>
          <a className="button" href="/profile/security">
            <Icon name="shield" /> Security and sign-ins
          </a>
        </div>
        <EndSessions />
      </SettingsSection>
      <SettingsSection
        title="Your data"
        text="Everything we hold about you, as a JSON file. Deleting the account removes your history, favourites and alerts with it."
      >
        <DownloadData />
        <DeleteAccount />
      </SettingsSection>
      <details className="programs">
        <summary>Chats, feed readers and API keys</summary>
        <SettingsSection
          title="Alerts elsewhere"
          text="Your price alerts, besides mail, in a chat or as a push message."
        >
          <AlertChannel />
        </SettingsSection>
        <SettingsSection
          title="Feed of favourites"
          text="For a feed reader: a new entry whenever the price of a favourite changes."
        >
          <FavoritesFeed />
        </SettingsSection>
        <SettingsSection
          title="API keys"
          text="For your own programs and spreadsheets: a key reads what anyone may read here, 120 calls a minute."
        >
          <ApiKeys />
          <p className="small">
            <a href="/api/docs">All API calls</a>
          </p>
        </SettingsSection>
      </details>
    </>
  );
}

/** Ends all sessions, this one too, because its token may have been copied. */
function EndSessions() {
  const form = useForm({});
  const end = async () => {
    await bodyOf((api) => api.auth.logout.$post({ json: { everywhere: true } }));
    forgetSession();
    location.assign('/login');
  };
  return (
    <Form onSend={() => form.send(end, NOT_ENDED)}>
      <div>
        <Submit
          form={form}
          busy="Signing out…"
          className="button"
          label="Sign out everywhere, here too"
        />
      </div>
      <FormMessage message={form.message} />
    </Form>
  );
}

const NOT_ENDED = 'Your sessions could not be ended. Please try again.';

function DownloadData() {
  const form = useForm({});
  const download = async () => {
    const data = await dataOf((api) => api.auth.export.$get());
    const day = dateOf(Date.now());
    const text = JSON.stringify(data, null, 2);
    saveAs(`${SITE_NAME.toLowerCase()}-data-${day}.json`, text, 'application/json');
    form.say({ text: 'Saved to your downloads.', tone: 'green' });
  };
  return (
    <Form onSend={() => form.send(download, NOT_SAVED)}>
      <div>
        <Submit form={form} busy="Gathering…" className="button" label="Download my data" />
      </div>
      <FormMessage message={form.message} />
    </Form>
  );
}

const NOT_SAVED = 'Your data could not be fetched. Please try again.';
const CONFIRM =
  'Delete your account with its history, favourites and alerts? This cannot be undone.';
const NOT_DELETED = 'Your account could not be deleted. Please try again.';
/** Deletes the account after one confirmation; shows the fields for password and code once the server asks for them. */
function DeleteAccount() {
  const form = useForm({ currentPassword: '', code: '' });
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const remove = async () => {
    if (asked.size === 0 && !(await confirmWith(CONFIRM, 'Delete account'))) return;
    form.say();
    const { currentPassword, code } = form.values;
    try {
      const json = { currentPassword, ...(code && { code }) };
      await bodyOf((api) => api.auth.account.$delete({ json }));
      // Bypasses the store, so that the screen does not report an ended session.
      forgetSession();
      location.assign('/');
    } catch (cause) {
      const field = fieldAtFault(cause);
      if (field !== 'currentPassword' && field !== 'code') {
        return tell(errorText(cause, NOT_DELETED));
      }
      setAsked(asked.union(new Set([field])));
      form.fail(errorText(cause, NOT_DELETED), field);
    }
  };
  return (
    <Form form={form.form} onSend={remove}>
      {asked.has('currentPassword') && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
      )}
      {asked.has('code') && <CodeField {...form.field('code')} />}
      <div>
        <Submit form={form} className="button danger" label="Delete account" />
      </div>
    </Form>
  );
}
