import { AlertForm } from './AlertForm.tsx';
import type { Docket } from './dockets.ts';
import { WatchForm, type WatchFormProps } from './WatchForm.tsx';

export interface PanelFormProps {
  docket?: Docket;
  search?: WatchFormProps;
}

/** The form of a panel beside the results: an alert on a product, or a watch on the search. One module, as they share most of their code. */
export function PanelForm({ docket, search }: PanelFormProps) {
  return (
    <>
      {docket && <AlertForm docket={docket} />}
      {search && <WatchForm {...search} />}
    </>
  );
}
