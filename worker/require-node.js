/* Preloaded by npm's scripts, in JavaScript: an older Node cannot read TypeScript and would end in a stack. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(
    `Node ${process.versions.node} is too old for Priceroo: run "npm ci", which installs a newer Node for npm's scripts, or install Node 24.15 or later.\n`,
  );
  process.exit(1);
}
