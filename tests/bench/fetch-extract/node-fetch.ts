/* The usual way to fetch only: Node's own fetch, which is undici's, with its text. */
import { inLanes, runSubject } from '../subjects.ts';

runSubject(async ({ port, lanes }) => ({
  async work(paths) {
    await inLanes(paths, lanes, async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      await answer.text();
    });
    return {};
  },
}));
