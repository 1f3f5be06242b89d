// Package simulate plays the matches from which the relation of error rates and
// ratings is measured: pairs of players with set error rates, at several match
// lengths, every decision judged and the luck taken off the result.
//
// A [Grid] says who plays whom, a [Study] is what came of it: a [Row] for each
// match, kept as a Parquet file.
package simulate
