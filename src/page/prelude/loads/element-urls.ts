import { hasLoadedScheme } from "./frame-loads.ts";
import { createLinkUrl } from "./link-urls.ts";
import { withoutFragment } from "../native/without-fragment.ts";

type Realm = Window & typeof globalThis;

const imageTypes = /^image\/(?:apng|avif|bmp|gif|jpeg|jpg|png|svg\+xml|vnd\.microsoft\.icon|webp|x-icon)$/iu;

/** The URLs of the elements whose load ends with an event. Empty for an element that loads nothing. */
export interface ElementUrls {
  /** Of an image, or of the source that its picture chooses, perhaps with descriptors. */
  imageUrl(image: HTMLImageElement): string;
  /** Of a link in the document. */
  linkUrl(link: HTMLLinkElement): string;
  /** Of an element of another document that a `use` in the document shows. */
  useUrl(use: SVGUseElement): string;
  /** Of a track that the browser loads now, or once it is used. */
  trackUrl(track: HTMLTrackElement): string;
  /** True if a media element shows the text of this track, or asks for it. The browser loads no others. */
  isTrackUsed(track: HTMLTrackElement): boolean;
}

export function findElementUrls(realm: Realm): ElementUrls {
  const { HTMLMediaElement, HTMLPictureElement, HTMLSourceElement } = realm;
  const matchMedia = realm.matchMedia.bind(realm);
  const parse = realm.URL.parse.bind(realm.URL);

  function isChosen({ srcset, type, media }: HTMLSourceElement): boolean {
    return srcset !== "" && (type === "" || imageTypes.test(type)) && (media === "" || matchMedia(media).matches);
  }

  function isTrackUsed({ parentNode, track }: HTMLTrackElement): boolean {
    return parentNode instanceof HTMLMediaElement && track.mode !== "disabled";
  }

  return {
    imageUrl(image) {
      const { parentNode } = image;
      if (parentNode instanceof HTMLPictureElement) {
        const before = [...parentNode.children].slice(0, [...parentNode.children].indexOf(image));
        const chosen = before.find((child) => child instanceof HTMLSourceElement && isChosen(child));
        if (chosen instanceof HTMLSourceElement) return chosen.srcset;
      }
      return image.src === "" ? image.srcset : image.src;
    },
    isTrackUsed,
    linkUrl: createLinkUrl(matchMedia, realm.URL.canParse.bind(realm.URL)),
    // A new source of a track that has been loaded counts only while the track is used.
    trackUrl: (track) => (isTrackUsed(track) || track.readyState === track.NONE ? track.src : ""),
    useUrl(use) {
      const given = use.isConnected ? use.href.baseVal : "";
      const url = given === "" ? "" : (parse(given, use.baseURI)?.href ?? "");
      const isOwn = withoutFragment(url) === withoutFragment(use.ownerDocument.URL);
      // One of a data URL is refused at once.
      return isOwn || !hasLoadedScheme(url) || url.startsWith("data:") ? "" : url;
    },
  };
}

/** The URL of an input that shows an image; empty for other inputs. */
export function inputUrl(input: HTMLInputElement): string {
  return input.type === "image" ? input.src : "";
}
