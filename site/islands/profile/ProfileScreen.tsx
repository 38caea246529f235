/* /profile (spec §2): header card and four tabs; the tab is remembered in the address. */
import { useState } from 'react';
import { signOut } from '#site/client/sign-out.ts';
import { EMAIL_VERIFIED, MEMBER_SINCE } from '#site/content/texts.ts';
import type { SessionUser } from '#site/stores/session.ts';
import { DialogHost } from '../shared/DialogHost.tsx';
import { Icon } from '../shared/Icon.tsx';
import { SignedIn } from '../shared/SignedIn.tsx';
import { Tabs } from '../shared/Tabs.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SavedList } from './SavedList.tsx';
import { SearchHistoryList } from './SearchHistoryList.tsx';
import { ViewHistoryList } from './ViewHistoryList.tsx';

const TABS = [
  { id: 'profile', name: 'Profile Settings' },
  { id: 'search-history', name: 'Search History' },
  { id: 'view-history', name: 'View History' },
  { id: 'favorites', name: 'Favorites' },
] as const;
type Tab = (typeof TABS)[number]['id'];

/** The whole island. */
export function ProfileScreen() {
  return (
    <>
      <SignedIn>{({ user }) => <Screen user={user} />}</SignedIn>
      <DialogHost />
    </>
  );
}

function Screen({ user }: { user: SessionUser }) {
  const [tab, setTab] = useState<Tab>(tabFromAddress);
  const choose = (next: Tab) => {
    setTab(next);
    history.replaceState(null, '', `#${next}`);
  };
  return (
    <div className="stack loose">
      <header className="docket profile-head">
        <div className="stack tight">
          <h1 className="form-title">{user.name}</h1>
          <p className="muted">{user.email}</p>
          <div className="row">
            <span className="badge tone-grey">{MEMBER_SINCE}</span>
            <span className="badge tone-green">
              <Icon name="check" /> {EMAIL_VERIFIED}
            </span>
          </div>
        </div>
        <button type="button" className="button" onClick={() => void signOut()}>
          <Icon name="logout" /> Logout
        </button>
      </header>
      <Tabs<Tab> label="Your account" tabs={TABS} chosen={tab} onChoose={choose}>
        {tab === 'profile' && (
          <div className="stack loose">
            <ProfileForm user={user} />
            <DeleteAccount />
          </div>
        )}
        {tab === 'search-history' && <SearchHistoryList />}
        {tab === 'view-history' && <ViewHistoryList />}
        {tab === 'favorites' && <SavedList />}
      </Tabs>
    </div>
  );
}

function tabFromAddress(): Tab {
  return TABS.find(({ id }) => `#${id}` === location.hash)?.id ?? 'profile';
}
