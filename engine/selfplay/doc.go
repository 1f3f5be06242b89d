// Package selfplay says where games of self-play begin.
package selfplay
