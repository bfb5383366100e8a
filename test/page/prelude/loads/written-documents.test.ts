import { describe, expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const written = `
  <script>
    setTimeout(() => { throw new Error("late " + place); }, 20);
    Promise.reject(new Error("rejected " + place));
    addEventListener("storage", ({ key }) => { found.push("storage " + key); });
    addEventListener("message", ({ data }) => { found.push("message " + data); });
    postMessage("from " + place);
    throw new Error("at once " + place);
  </script>`;

/** The errors and rejections, in the order of their texts. */
function told(notices: readonly { readonly code: string; readonly message: string }[]): readonly string[] {
  return notices.map(({ message }) => message).toSorted();
}

describe("a document that a script opens, which removes all listeners", () => {
  it.each([
    ["opened by call", "document.open(); document.write(written); document.close();"],
    ["opened by writing", "document.write(written); document.close();"],
  ])("still tells of its errors and messages: %s", async (_, opening) => {
    const { finish, found } = await runPreludePage({
      frames: 6,
      script: `
        Object.assign(window, { place: "here", found: [] });
        const written = ${JSON.stringify(written).replaceAll("</", "<\\/")};
        addEventListener("load", () => { ${opening} });`,
    });
    const all = ["Error: rejected here", "Uncaught Error: at once here", "Uncaught Error: late here"];
    expect(told(finish.notices)).toEqual(all);
    expect(found).toEqual(["message from here"]);
  });

  it("in a frame: it hears of the page's storage, and the page of its errors", async () => {
    const { finish, found } = await runPreludePage({
      frames: 10,
      script: `
        const frame = document.createElement("iframe");
        document.body.append(frame);
        const { contentDocument, contentWindow } = frame;
        window.found = [];
        Object.assign(contentWindow, { place: "there", found });
        contentDocument.open();
        contentDocument.write(${JSON.stringify(written).replaceAll("</", "<\\/")});
        contentDocument.close();
        localStorage.setItem("a", "1");
        requestAnimationFrame(() => { localStorage.setItem("b", "2"); });`,
    });
    const all = ["Error: rejected there", "Uncaught Error: at once there", "Uncaught Error: late there"];
    expect(told(finish.notices)).toEqual(all);
    expect(found).toEqual(["message from there", "storage a", "storage b"]);
  });

  it("waits for no picture of the document that was", async () => {
    const { mount, found } = await runPreludePage({
      frames: 4,
      files: { "sky.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>' },
      delaysMs: { "sky.svg": 300 },
      settleMs: 3000,
      script: `
        window.found = 0;
        addEventListener("load", () => {
          const picture = document.body.appendChild(new Image());
          picture.onload = () => { found = "a listener that was removed"; };
          picture.src = "sky.svg";
          document.write("<p>Another document</p>");
          document.close();
          requestAnimationFrame(function count() { found += 1; requestAnimationFrame(count); });
        });`,
    });
    expect(mount.ok).toBe(true);
    expect(found).toBe(4);
  });
});
