// Package pubeval is Tesauro's public benchmark player; its fast scores also
// serve as a prefilter of plays.
//
// Not for other modules.
package pubeval
