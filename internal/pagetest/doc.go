// Package pagetest tests pages that we write: whether their text is sound and needs
// nothing but itself, and, in a browser, whether they fit on a phone and on paper.
// Chromium is spoken to by the protocol of its developer tools, over pipes.
package pagetest
