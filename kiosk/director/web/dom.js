/** Making and changing elements. Text goes in as text, never as markup. */

/**
 * A new element. Attributes of value false or null are left out, true ones are empty; an attribute
 * named on… is a listener. Children are elements or texts.
 */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child != null && child !== false));
  return made;
}

/** Change an element's text; the page is touched only when it differs. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Set or take away an attribute; the page is touched only when it differs. */
export function mark(element, name, value) {
  const text = value === true ? "" : value;
  if (text === false || text == null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** The element of the page with this id. */
export const byId = (id) => document.getElementById(id);
