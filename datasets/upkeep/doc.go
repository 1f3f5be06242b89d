// Package upkeep merges, splits and summarises whole databases of labelled positions.
package upkeep
