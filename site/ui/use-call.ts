import { useCallback, useEffect, useRef, useState } from 'react';
import { useLostFocus } from './use-lost-focus.ts';

/** What a screen knows of the one call it is made of. */
export type CallState<Data> =
  | { status: 'loading' }
  | { status: 'error'; fault: unknown }
  | { status: 'success'; data: Data };

/** A call with its state; `run` makes it again, `change` updates its data. */
export type Call<Data> = ReturnType<typeof useCall<Data>>;

/** Makes a call at first, unless the page came with its answer, and whenever `key` changes; an answer that was overtaken is dropped. */
export function useCall<Data>(call: () => Promise<Data>, key = '', start: Data | null = null) {
  const [state, setState] = useState<CallState<Data>>(
    start ? { status: 'success', data: start } : { status: 'loading' },
  );
  const answeredKey = useRef(start && key);
  const current = useRef(call);
  current.current = call;
  const latest = useRef(0);
  const run = useCallback(async () => {
    latest.current += 1;
    const turn = latest.current;
    setState({ status: 'loading' });
    const next = await current.current().then(
      (data): CallState<Data> => ({ status: 'success', data }),
      (fault: unknown): CallState<Data> => ({ status: 'error', fault }),
    );
    if (turn === latest.current) setState(next);
  }, []);
  useEffect(() => {
    if (answeredKey.current !== key) void run();
    answeredKey.current = null;
  }, [run, key]);
  useLostFocus(state);
  /** Changes what was loaded, from what it is by then: two changes on their way do not undo each other. */
  const change = useCallback(
    (update: (data: Data) => Data) =>
      setState((now) =>
        now.status === 'success' ? { status: 'success', data: update(now.data) } : now,
      ),
    [],
  );
  return { state, run, change };
}
