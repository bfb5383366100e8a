// The tests use puppeteer's types and Framegate's own browser, so no browser is downloaded at install time.
module.exports = { skipDownload: true };
