/** Older lines than those that came with the welcome: of the log, and of the chat. Fetched a page at a time. */
import { signal } from "#vendor/signals-core/signals-core.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {import("#js/types.js").LogPage} LogPage */
/** @typedef {import("#js/types.js").RemarkPage} RemarkPage */

/** The most remarks that come with a welcome, and on a page. */
const REMARKS = 50;

export class History {
  /** @param {Match} match @param {{log: string, remarks: string}} urls @param {(url: string) => Promise<unknown>} fetch null when it could not be had */
  constructor(match, urls, fetch) {
    this.match = match;
    this.urls = urls;
    this.fetch = fetch;
    this.firstRemark = signal(false);
    this.busy = false;
  }

  /** What fetches the lines before those shown, or null where there are none. @param {boolean} chat */
  older(chat) {
    const { match } = this;
    if (match.replaying.value) return null;
    if (chat) return match.remarks.value.length >= REMARKS && !this.firstRemark.value ? () => this.remarks() : null;
    return (match.entries.value[0]?.after ?? 0) > 0 ? () => this.entries() : null;
  }

  /** @param {string} url */
  async page(url) {
    if (this.busy) return null;
    this.busy = true;
    const found = await this.fetch(url);
    this.busy = false;
    return found;
  }

  async entries() {
    const { match } = this;
    const before = match.entries.value[0]?.after ?? 0;
    const page = /** @type {LogPage | null} */ (await this.page(`${this.urls.log}?before=${before}`));
    if (page) match.entries.value = [...(page.entries ?? []), ...match.entries.value];
  }

  async remarks() {
    const { match } = this;
    const before = match.remarks.value[0]?.id ?? 0;
    const page = /** @type {RemarkPage | null} */ (await this.page(`${this.urls.remarks}?before=${before}`));
    if (!page) return;
    match.remarks.value = [...page.remarks, ...match.remarks.value];
    this.firstRemark.value = !page.more;
  }
}
