import { type ReactNode, useId } from 'react';

interface SettingsSectionProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** A section of Profile Settings; on wide screens its title and text are on the left. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className="settings" aria-labelledby={id}>
      <div className="stack tight">
        <h2 className="h3" id={id}>
          {title}
        </h2>
        <p className="muted small">{text}</p>
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}
