"use strict";
const tcp = new URLSearchParams(self.location.search).get("tcp");
const to = (name) => `http://127.0.0.1:${tcp}/${name}`;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fetch(to("service-worker-fetch"), { mode: "no-cors" }).catch(() => undefined));
});

// A page with headers that no file of a folder has.
self.addEventListener("fetch", (event) => {
  const headers = {
    "Content-Type": "text/html",
    "Content-Security-Policy": `script-src 'none'; report-uri ${to("policy-report")}; report-to out`,
    "Reporting-Endpoints": `out="${to("reporting-endpoint")}", default="${to("reporting-default")}"`,
    "Report-To": JSON.stringify({ group: "out", max_age: 99, endpoints: [{ url: to("report-to") }] }),
    "NEL": JSON.stringify({ report_to: "out", max_age: 99, success_fraction: 1 }),
    "Link": `<${to("header-preload")}>; rel=preload; as=image, <${to("header-preconnect")}>; rel=preconnect`,
    "Refresh": `1; url=${to("header-refresh")}`,
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  event.respondWith(new Response("<script>forbidden()</script><img src=a.png>", { headers }));
});
