// Builds the pages of the documentation from the Markdown files of this repository, into the folder `site` or the given
// one. The pages have no script, and work from a disk as well as from any server.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { Marked } from "marked";
import { globSync } from "tinyglobby";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = process.argv[2] ?? join(root, "site");

const guides =
  "first-gate clicks budgets slow-function nondeterminism seeds baselines adapter games dev vitest ci trust".split(" ");
const reference = "commands metrics formats errors api glossary".split(" ");
const project = ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
const inDocs = (name) => `docs/${name}.md`;

const found = globSync(["*.md", "docs/*.md", "examples/README.md"], { cwd: root }).sort();
const listed = ["README.md", ...guides.map(inDocs), ...reference.map(inDocs), ...project];
/** The groups of the menu. A page that no list names is background. */
const menu = [
  ["Guides", guides.map(inDocs)],
  ["Reference", reference.map(inDocs)],
  ["Background", found.filter((page) => !listed.includes(page))],
  ["Project", project],
];
const titles = new Map(found.map((page) => [page, /^# (.+)$/mu.exec(readSource(page))?.[1] ?? page]));
/** Pictures that the pages show. */
const pictures = new Set();

if (existsSync(target) && !existsSync(join(target, "site.css"))) {
  console.error(`${target} exists and holds no site. Name another folder, or remove it: node scripts/site.mjs FOLDER`);
  process.exit(2);
}
rmSync(target, { recursive: true, force: true });
for (const page of found) write(pathOf(page), renderPage(page));
for (const picture of pictures) {
  mkdirSync(dirname(join(target, picture)), { recursive: true });
  copyFileSync(join(root, picture), join(target, picture));
}
copyFileSync(join(root, "scripts/site.css"), join(target, "site.css"));
console.log(`${String(found.length)} pages: ${join(target, "index.html")}`);

function readSource(page) {
  return readFileSync(join(root, page), "utf8");
}

function write(path, text) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), text);
}

/** The HTML file of a page. That of a README is the index of its folder. */
function pathOf(page) {
  return basename(page) === "README.md" ? posix.join(dirname(page), "index.html") : page.replace(/\.md$/u, ".html");
}

/** The URL of a path of the site, relative to a page. */
function urlFrom(page, path) {
  return posix.relative(dirname(pathOf(page)), path);
}

function renderPage(page) {
  const sections = [];
  const body = createMarked(page, sections).parse(readSource(page));
  const title = page === "README.md" ? "Framegate" : `${titles.get(page)} - Framegate`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${urlFrom(page, "site.css")}">
</head>
<body>
<header><a href="${urlFrom(page, "index.html")}">Framegate</a><a class="to-menu" href="#menu">Menu</a></header>
<main>
${body}</main>
<nav id="menu" aria-label="Pages">
${menu.map((group) => renderGroup(group, page, sections)).join("\n")}
</nav>
</body>
</html>
`;
}

function renderGroup([name, pages], current, sections) {
  const items = pages.map((page) => {
    const isCurrent = page === current;
    const link = `<a href="${urlFrom(current, pathOf(page))}"${isCurrent ? ' aria-current="page"' : ""}>`;
    return `<li>${link}${escapeHtml(titles.get(page))}</a>${isCurrent ? renderSections(sections) : ""}</li>`;
  });
  return `<h2>${name}</h2>\n<ul>${items.join("\n")}</ul>`;
}

function renderSections(sections) {
  const items = sections.map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`);
  return items.length === 0 ? "" : `<ul>${items.join("")}</ul>`;
}

/** A renderer for one page, which adds its sections to the list. */
function createMarked(page, sections) {
  const taken = new Map();
  const renderer = {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      const id = uniqueId(slugOf(html), taken);
      if (depth === 2) sections.push({ id, html: html.replaceAll(/<\/?a\b[^>]*>/gu, "") });
      return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
    },
    link({ href, tokens }) {
      const linked = findPage(page, href);
      // A file name is a good text on GitHub, and the page's title a better one here.
      const inner = this.parser.parseInline(tokens);
      const html = linked !== null && /^[\w/.-]+\.md$/u.test(inner) ? escapeHtml(titles.get(linked)) : inner;
      const url = resolveLink(page, href, linked);
      if (url !== null) return `<a href="${escapeHtml(url)}">${html}</a>`;
      // A file of the repository.
      return html.includes("<code>") ? html : `<code>${html}</code>`;
    },
    image({ href, text }) {
      const picture = posix.join(dirname(page), href);
      pictures.add(picture);
      return `<img src="${escapeHtml(urlFrom(page, picture))}" alt="${escapeHtml(text)}">`;
    },
    table(token) {
      // Wide tables scroll by themselves, so that the page does not.
      return `<div class="scroll" tabindex="0">${renderTable(this.parser, token)}</div>\n`;
    },
  };
  return new Marked({ gfm: true, renderer });
}

function renderTable(parser, { header, rows }) {
  const row = (cells, tag) =>
    `<tr>${cells.map(({ tokens }) => `<${tag}>${parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
  return `<table><thead>${row(header, "th")}</thead><tbody>${rows.map((cells) => row(cells, "td")).join("\n")}</tbody></table>`;
}

/** The page that a link of a page leads to; null if there is none. */
function findPage(page, href) {
  const to = posix.join(dirname(page), href.replace(/#.*/u, "")).replace(/\/$/u, "");
  return [to, posix.join(to, "README.md")].find((one) => found.includes(one)) ?? null;
}

/** The URL of a link; null if it leads to a file that has no page. */
function resolveLink(page, href, linked) {
  if (/^[a-z]+:/u.test(href) || href.startsWith("#")) return href;
  return linked === null ? null : urlFrom(page, pathOf(linked)) + (/#.*/u.exec(href)?.[0] ?? "");
}

/** The anchor of a heading, as GitHub gives it. */
function slugOf(html) {
  return unescapeHtml(html.replaceAll(/<[^>]*>/gu, ""))
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
}

function uniqueId(slug, taken) {
  const count = taken.get(slug) ?? 0;
  taken.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

function escapeHtml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function unescapeHtml(text) {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
