// Package server runs the server of a farm: an embedded NATS server with the streams through
// which submitters give shards to workers and get results back.
//
// It keeps clients apart by accounts, one for each key of a [KeyFile], divides its store among
// the submitters, logs who comes and goes and which jobs begin and end, and serves a page and
// metrics. [StockConfig] configures a stock NATS server to do the same without the pages.
//
// Not for other modules.
package server
