// Package pubeval is Tesauro's public benchmark player, and by its fast scores a
// prefilter of plays.
package pubeval
