// timelines.mjs - opens what the programs write for timeline viewers in one, and compares what it shows
//
// usage: node timelines.mjs BUILD
//
// BUILD has the programs, and BUILD/browser the packages of package.json; a picture of each program's timeline goes
// there. What is to be shown follows from other output of the programs (-t json), or from what was put into a sample.
// Each check is then made again with a file that was tampered with, and has to notice.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { openViewer, weight } from './viewer.mjs';

const build = path.resolve(process.argv[2] ?? 'build');
const home = path.join(build, 'browser');
const data = path.join(home, 'data');
const require = createRequire(path.join(home, 'package.json'));
const top = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');

let passed = 0, failed = 0;

function ok(what, wrong) {
  if (wrong === null) {
    passed++;
  } else {
    failed++;
    console.log(`timelines: ${what}: ${wrong}`);
  }
}

function run(program, ...args) {
  return execFileSync(path.join(build, program), ['-q', ...args], { cwd: top, encoding: 'utf8', maxBuffer: 1 << 28 });
}

function lines(program, ...args) {
  return run(program, '-t', 'json', ...args).split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));
}

// "2001-08-26T20:52:46.666280Z" in microseconds.
function microseconds(time) {
  return Date.parse(`${time.slice(0, 19)}Z`) * 1000 + Number(time.slice(20, 26));
}

// Spans by profile: [{name, spans: [{name, at, length}]}], at from the first of the profile on.
function profilesOf(spans) {
  const profiles = new Map();

  for (const { profile, name, at, length } of spans) {
    if (!profiles.has(profile))
      profiles.set(profile, []);
    profiles.get(profile).push({ name, at, length });
  }
  return [...profiles].map(([name, all]) => {
    const zero = Math.min(...all.map(({ at }) => at));
    return { name, spans: all.map((span) => ({ ...span, at: span.at - zero })) };
  });
}

// Calls as letrace -t json tells them; threads are numbered in the order in which they come.
function letraceWanted(file) {
  const threads = [], spans = [];

  for (const { table, thread, ...event } of lines('letrace', file)) {
    const key = `${table} ${thread}`;
    if (!threads.includes(key))
      threads.push(key);
    if (event.elapsed_us !== undefined && event.function !== undefined)
      spans.push({
        profile: `trace table ${table} (pid ${table}), ${thread} (tid ${threads.indexOf(key) + 1})`,
        name: event.function, at: microseconds(event.time), length: event.elapsed_us,
      });
  }
  return profilesOf(spans).sort((a, b) => order(a) - order(b));
}

// An entry lasts until the next of its CPU.
function vmtraceWanted(...args) {
  const last = new Map(), spans = [];

  for (const entry of lines('vmtrace', ...args)) {
    const at = entry.time === undefined ? entry.relative_us : microseconds(entry.time);
    const span = { profile: `CP (pid 1), CPU ${entry.cpu} (tid ${entry.cpu + 1})`, name: entry.name ?? `code ${entry.code}`,
      at, length: 0 };

    if (last.has(entry.cpu))
      last.get(entry.cpu).length = at - last.get(entry.cpu).at;
    last.set(entry.cpu, span);
    spans.push(span);
  }
  return profilesOf(spans).sort((a, b) => (a.name < b.name ? -1 : 1));
}

// Subsystem, then agent.
function order({ name }) {
  const [, process, thread] = /pid (\d+).*tid (\d+)/.exec(name);

  return 1000 * Number(process) + Number(thread);
}

// What tests/gen/agents puts into its sample; a span without an end goes on to the last that is told of its agent.
function agentsWanted() {
  const names = new Map(), spans = [];

  for (const line of fs.readFileSync(path.join(top, 'tests/data/agents.spans'), 'utf8').split('\n')) {
    const [, profile, number] = /^# (.*), .*tid (\d+)/.exec(line) ?? [];
    const [, agent, at, length, name] = /^(\S+) +(\d+) (-?\d+) (.*?)( not in the trace| open)?$/.exec(line) ?? [];
    if (profile !== undefined)
      names.set(number, line.slice(2));
    else if (agent !== undefined)
      spans.push({ agent, name, at: Number(at), length: Number(length) });
  }
  for (const span of spans) {
    span.profile = [...names.values()].find((name) => name.includes(`, ${span.agent}`));
    if (span.length < 0)
      span.length = Math.max(...spans.filter(({ agent }) => agent === span.agent).map(({ at, length }) =>
        (length < 0 ? at : at + length))) - span.at;
  }
  return profilesOf(spans).sort((a, b) => order(a) - order(b));
}

// The time in which something of a name went on: what is inside of the same name counts once.
function totals(spans) {
  const sums = new Map(), ends = new Map();

  for (const { name, at, length } of [...spans].sort((x, y) => x.at - y.at || y.length - x.length)) {
    const from = Math.max(at, ends.get(name) ?? at), to = Math.max(from, at + length);
    sums.set(name, (sums.get(name) ?? 0) + to - from);
    ends.set(name, to);
  }
  return sums;
}

// Spans in one order, whatever the order of those that begin together; what took no time is in no export.
function ordered(spans) {
  return spans.filter(({ length }) => length > 0).map(({ name, at, length }) => `${String(at).padStart(12)} ${name} ${length}`).sort();
}

function wrongSpans(got, wanted) {
  const a = ordered(got.spans), b = ordered(wanted.spans);
  const i = b.findIndex((span, k) => span !== a[k]);

  if (got.name !== wanted.name)
    return `profile "${got.name}", not "${wanted.name}"`;
  if (a.length !== b.length)
    return `${got.name}: ${a.length} spans, not ${b.length}`;
  return i < 0 ? null : `${got.name}: span "${a[i]}", not "${b[i]}"`;
}

// The page shows three digits or so.
function wrongTable(rows, sums) {
  for (const { name, total, own } of rows) {
    if (!sums.has(name))
      return `the table has "${name}"`;
    const us = sums.get(name);
    if (!(Math.abs(weight(total) - us) <= 0.006 * us + 0.01))
      return `the table says ${total} of "${name}", not ${us} us`;
    if (!(weight(own) <= weight(total)))
      return `the table says ${own} of ${total} of "${name}"`;
  }
  return rows.length === sums.size ? null : `the table has ${rows.length} names, not ${sums.size}`;
}

// The first thing wrong with what the page shows of a file, or null.
function wrong(seen, wanted) {
  if (seen.complaints.length > 0)
    return `the page says: ${seen.complaints[0]}`;
  if (seen.profiles.length !== wanted.length)
    return `${seen.profiles.length} profiles, not ${wanted.length}`;
  for (const [i, profile] of wanted.entries()) {
    const why = wrongSpans(seen.profiles[i], profile) ?? wrongTable(seen.tables[i], totals(profile.spans));
    if (why !== null)
      return why;
  }
  return null;
}

// Stacks are sums by function, their time as a number.
function wrongFolded(seen, sums) {
  if (seen.complaints.length > 0)
    return `the page says: ${seen.complaints[0]}`;
  for (const [name, us] of sums) {
    const row = seen.tables[0].find((r) => r.name === name);
    if (row === undefined || !(Math.abs(weight(row.own) - us) <= 0.006 * us + 0.5))
      return `the table says ${row?.own} of "${name}", not ${us}`;
  }
  return null;
}

// A file that is not what the program wrote must not pass.
async function notices(viewer, name, text, check) {
  const broken = {
    'not JSON': (s) => s.slice(0, s.length / 2),
    'another name': (s) => s.replaceAll(/"name":"(Read I\/O|free|run user|strcpy)"/g, '"name":"else"'),
    'another time': (s) => { let n = 0; return s.replace(/("ph":"E".*?"ts":)(\d+)/g,
      (all, head, ts) => (n++ === 1 ? `${head}${BigInt(ts) + 1n}` : all)); },
    'one span less': (s) => { let n = 0; return s.replace(/\{"ph":"B".*\n\{"ph":"E".*\n/g, (all) => (n++ === 0 ? '' : all)); },
    'another thread': (s) => s.replace('"thread_name","args":{"name":"', '"thread_name","args":{"name":"no '),
  };
  for (const [how, change] of Object.entries(broken)) {
    const tampered = change(text);
    fs.writeFileSync(path.join(data, `broken-${name}`), tampered);
    const seen = await viewer.look(`broken-${name}`);
    ok(`${name}, ${how}`, tampered === text ? 'nothing was changed' : check(seen) === null ? 'it was not noticed' : null);
  }
}

// Tables of calls inside of calls, made by dice: SEED and ENTRIES.
const made = { 'many.txt': ['7', '300'], 'nested.txt': ['149', '100'] };
const [many, nested] = Object.keys(made).map((name) => path.join(data, name));

const cases = [
  { program: 'letrace', name: 'le-posix', args: ['samples/le-posix.txt'], wanted: letraceWanted },
  { program: 'letrace', name: 'le-xplink', args: ['samples/le-xplink.txt'], wanted: letraceWanted, tamper: true },
  { program: 'letrace', name: 'le-many', args: [many], wanted: letraceWanted },
  { program: 'letrace', name: 'le-nested', args: [nested], wanted: letraceWanted, picture: 'letrace', profile: 4 },
  { program: 'vmtrace', name: 'cp-run', args: ['samples/cp-run.bin'], wanted: vmtraceWanted, tamper: true },
  { program: 'vmtrace', name: 'cp-first', args: ['--until=2005-05-01T22:10:56.72', 'samples/cp-run.bin'], wanted: vmtraceWanted,
    picture: 'vmtrace' },
  { program: 'vmtrace', name: 'cp-page', args: ['--near=2005-05-01T22:11', 'samples/cp-page.bin'], wanted: vmtraceWanted },
  { program: 'vmtrace', name: 'cp-relative', args: ['samples/cp-page.bin'], wanted: vmtraceWanted },
  { program: 'vmtrace', name: 'cp-saved', args: ['samples/cp-saved.aws'], wanted: vmtraceWanted },
  { program: 'db2gtf', name: 'agents', args: ['samples/agents.vb'], wanted: agentsWanted, picture: 'db2gtf', profile: 2, tamper: true },
];

async function checkAll(viewer) {
  for (const { program, name, args, wanted, picture, profile, tamper } of cases) {
    const text = run(program, '-t', 'trace', ...args);
    fs.writeFileSync(path.join(data, `${name}.json`), text);
    const want = wanted(...args);
    const seen = await viewer.look(`${name}.json`, { picture: picture && path.join(home, `${picture}.png`), profile });
    ok(`${program} ${name}`, want.length === 0 ? 'nothing is wanted' : wrong(seen, want));
    if (tamper)
      await notices(viewer, `${name}.json`, text, (s) => wrong(s, want));
  }
  for (const name of ['le-posix', 'le-xplink']) {
    fs.writeFileSync(path.join(data, `${name}.folded`), run('letrace', '-t', 'folded', `samples/${name}.txt`));
    const sums = totals(letraceWanted(`samples/${name}.txt`).flatMap((profile) => profile.spans));
    const seen = await viewer.look(`${name}.folded`);
    ok(`folded ${name}`, wrongFolded(seen, sums));
    sums.set('free', 1000000);
    ok(`folded ${name}, another time`, wrongFolded(seen, sums) === null ? 'it was not noticed' : null);
  }
  // calls that never return are instants, which speedscope does not show
  fs.writeFileSync(path.join(data, 'le-calls.json'), run('letrace', '-t', 'trace', 'samples/le-calls.txt'));
  const [complaint] = (await viewer.look('le-calls.json')).complaints;
  ok('le-calls', /empty/.test(complaint) ? null : `the page says: ${complaint}`);
}

fs.mkdirSync(data, { recursive: true });
for (const [name, args] of Object.entries(made))
  fs.writeFileSync(path.join(data, name), execFileSync(path.join(build, 'gen/le'), args));
const { chromium } = require('playwright-core');
const viewer = await openViewer(chromium, path.join(home, 'node_modules/speedscope/dist/release'), data);
try {
  await checkAll(viewer);
} finally {
  await viewer.close();
}
console.log(`timelines: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
