// viewer.mjs - speedscope in a browser: opens a file in it, and tells what its page then says
//
// speedscope draws on a canvas, but names, the table of its view "sandwich", and every complaint are elements of the
// page; and its export is what its reader made of the file.

import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const CHROMIUM = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];
// Where the spans are, below toolbar and overview.
const SPANS = { x: 0, y: 122, width: 1000, above: 22, row: 20 };
const WAIT = 30000;    // ms: a loaded machine may take its time

// Serves speedscope at / and the files of a folder at /data/, to this machine alone.
function serve(speedscope, data) {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = pathname.startsWith('/data/') ? path.join(data, path.basename(pathname)) :
      path.join(speedscope, pathname === '/' ? 'index.html' : path.basename(pathname));
    fs.readFile(file, (error, bytes) => {
      response.writeHead(error ? 404 : 200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
      response.end(error ? '' : bytes);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

// "39.20ms (88%)" in microseconds, or the number where there is no unit ("879,942 (>99%)").
export function weight(text) {
  const [, number, unit] = /^([\d,.]+)(ns|µs|ms|s|)( |$)/.exec(text) ?? [];
  return number === undefined ? NaN :
    Number(number.replaceAll(',', '')) * { '': 1, ns: 1e-3, µs: 1, ms: 1e3, s: 1e6 }[unit];
}

// The rows of the view "sandwich": total and own time as the page shows them, and the name.
async function tableRows(page) {
  await page.keyboard.press('3');
  await page.waitForFunction(() => document.body.innerText.includes('Symbol Name'), null, { timeout: WAIT });
  // the page draws its head first, and rows once it knows how many fit; without any the caller says what is missing
  await page.waitForFunction(() => [...document.querySelectorAll('tr')].some((tr) => tr.querySelectorAll('td').length === 3),
    null, { timeout: 5000 }).catch(() => {});
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return page.evaluate(() => {
    const head = [...document.querySelectorAll('th')].find((th) => th.innerText.includes('Symbol Name'));
    const rows = [...head.closest('table').parentElement.querySelectorAll('tr')];
    return rows.map((tr) => [...tr.querySelectorAll('td')].map((td) => td.innerText.trim())).filter(
      (cells) => cells.length === 3).map(([total, own, name]) => ({ total, own, name }));
  });
}

// What speedscope's reader made of the file: for each profile its name, its spans in
// the order of their begins, and how deep they are.
async function exported(page) {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: WAIT }),
    page.getByText('Export').click()]);
  const file = JSON.parse(fs.readFileSync(await download.path(), 'utf8'));
  return file.profiles.map((profile) => {
    const open = [], spans = [];
    let depth = 0;
    for (const event of profile.events ?? []) {
      if (event.type === 'O') {
        open.push({ name: file.shared.frames[event.frame].name, at: event.at, length: null });
        spans.push(open.at(-1));
        depth = Math.max(depth, open.length);
      } else {
        const span = open.pop();
        span.length = event.at - span.at;
      }
    }
    return { name: profile.name, spans, depth };
  });
}

// In a picture the lines of the grid end below the times: they would strike out names.
function shortenGrid(above) {
  const draw = CanvasRenderingContext2D.prototype.fillRect;
  CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
    draw.call(this, x, y, width, width <= 2 ? Math.min(height, above) : height);
  };
}

export async function openViewer(chromium, speedscope, data) {
  const server = await serve(speedscope, data);
  const base = `http://127.0.0.1:${server.address().port}/`;
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: CHROMIUM });

  // look(FILE, {picture, profile}): {complaints, profiles, tables}; picture: where one of that profile goes.
  async function look(file, { picture, profile = 0 } = {}) {
    // so high that the table shows every row
    const page = await browser.newPage({ viewport: { width: 1000, height: 1000 } });
    const complaints = [], tables = [];
    let profiles = [];

    if (picture)
      await page.addInitScript(shortenGrid, SPANS.above);
    page.on('dialog', (dialog) => { complaints.push(dialog.message()); dialog.dismiss(); });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
    page.on('requestfailed', (request) => complaints.push(`request failed: ${request.url()}`));
    await page.goto(`${base}#profileURL=${encodeURIComponent(`data/${file}`)}`);
    const loaded = page.getByText('Export').waitFor({ timeout: WAIT }).then(() => true, () => false);
    const complained = (async () => {
      while (complaints.length === 0 && !page.isClosed())
        await new Promise((resolve) => { setTimeout(resolve, 100); });
      return false;
    })();
    if (await Promise.race([loaded, complained])) {
      profiles = await exported(page);
      for (let i = 0; i < profiles.length; i++) {
        tables.push(await tableRows(page));
        if (i === profile && picture) {
          await page.keyboard.press('1');
          await page.waitForTimeout(500);
          await page.screenshot({ path: picture, clip: { ...SPANS, height: SPANS.above + profiles[i].depth * SPANS.row } });
        }
        await page.keyboard.press('n');
      }
      if (profiles.length > 1)
        complaints.push(...await wrongList(page, profiles));
    } else {
      // it may say in words what it will not say in a dialog
      const words = await page.evaluate(() => document.body.innerText);
      if (/went wrong|error/i.test(words))
        complaints.push(words.slice(0, 200));
    }
    await page.close();
    return { complaints, profiles, tables };
  }

  return { look, close: async () => { await browser.close(); server.close(); } };
}

// The list of profiles, which a key opens, must name them all.
async function wrongList(page, profiles) {
  await page.keyboard.press('t');
  await page.waitForTimeout(300);
  const words = await page.evaluate(() => document.body.innerText);
  return profiles.filter(({ name }) => !words.includes(name)).map(({ name }) => `the list of profiles lacks ${name}`);
}
