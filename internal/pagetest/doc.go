// Package pagetest tests the pages of this project: whether their text is valid and needs
// no other files, and, in a browser, whether they fit on a phone and on paper. Tests click
// and press keys with actions of chromedp, or with [Browser.Click] and [Browser.Press].
package pagetest
