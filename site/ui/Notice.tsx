import type { ReactNode } from 'react';
import type { IconName } from '#site/ui/icon-names.ts';
import { Icon } from './Icon.tsx';
import type { Tone } from './words.ts';

interface NoticeProps {
  tone: Tone;
  icon: IconName;
  /** 'alert' interrupts a screen reader, 'status' waits; absent for text that was there from the start. */
  role?: 'alert' | 'status';
  children: ReactNode;
}

/** A bordered note within the page. */
export function Notice({ tone, icon, role, children }: NoticeProps) {
  return (
    <div className={`notice tone-${tone}`} role={role}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}
