/**
 * JUnit XML as Jenkins, GitLab and other build servers read it. All text is neutralised, and what XML has no
 * place for is replaced, so that the file is always well formed.
 *
 *     junit({ name: 'roadtest', tests: 1 }, (root) => {
 *       const suite = root.add('testsuite', { name: 'Limits', tests: 1 });
 *       suite.add('testcase', { name: 'limits/stops-at-limit', time: seconds(40) });
 *     });
 */
import { DOMImplementation, type Element, XMLSerializer } from '@xmldom/xmldom';
import { visible, visibleLines } from './untrusted.ts';

export interface JunitElement {
  /** Adds an element inside of this one, and returns it. */
  add(name: string, attributes?: JunitAttributes, text?: string): JunitElement;
}

export interface JunitAttributes {
  readonly [name: string]: string | number;
}

/** The text of a file: `testsuites` with these attributes, and in it what `fill` adds. */
export function junit(attributes: JunitAttributes, fill: (root: JunitElement) => void): string {
  const document = new DOMImplementation().createDocument(null, '');

  const create = (name: string, given: JunitAttributes): Element => {
    const element = document.createElement(name);
    for (const [attribute, value] of Object.entries(given))
      element.setAttribute(attribute, wellFormed(visible(String(value))));
    return element;
  };

  const inside = (parent: Element): JunitElement => ({
    add(name, given = {}, text = '') {
      const element = create(name, given);
      if (text !== '') element.appendChild(document.createTextNode(wellFormed(visibleLines(text))));
      parent.appendChild(document.createTextNode('\n')); // build servers show the file as it is
      parent.appendChild(element);
      return inside(element);
    },
  });

  const root = create('testsuites', attributes);
  document.appendChild(root);
  fill(inside(root));
  const xml = new XMLSerializer().serializeToString(document, { requireWellFormed: true });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
}

/** Milliseconds as the attribute `time` has them. */
export function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function wellFormed(text: string): string {
  return text.replace(/[\p{Cs}\ufffe\uffff]/gu, '\ufffd');
}
