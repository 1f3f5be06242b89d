// Package pagetest tests pages that we write: whether their text is sound and needs
// nothing but itself, and, in a browser, whether they fit on a phone and on paper.
// What people do to a page, clicks and keys, is done by actions of chromedp, or by
// [Browser.Click] and [Browser.Press].
package pagetest
