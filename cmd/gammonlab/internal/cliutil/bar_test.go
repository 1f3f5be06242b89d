package cliutil

import (
	"context"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine/player/external"
)

// A program that does not answer is named after the bar, with the end of the wait.
func TestBarNamesProgramsThatLetWait(t *testing.T) {
	var shown strings.Builder
	bar := NewBar(&cli.Context{App: &cli.App{ErrWriter: &shown}}, "match", "games")
	bar.Begin(0, 2)
	p, _, err := external.Parse("ubgi,startup=100ms,restarts=0:cat")
	if err != nil {
		t.Fatal(err)
	}
	pos, roll := board.Backgammon.Start(), board.Roll{3, 1}
	if _, err := p.Choose(bar.Watch(context.Background()), &pos, roll, board.Plays(pos, roll)); err == nil {
		t.Error("cat has chosen a play")
	}
	bar.Note("ppg 0")
	bar.Finish()
	before, after, _ := strings.Cut(shown.String(), "\n")
	if !strings.Contains(before, "match: 0/2 games") || !strings.Contains(before, "waiting for ubgi:cat to start, until ") {
		t.Errorf("while it waits, the bar is %q", before)
	}
	if strings.Contains(after, "waiting") || !strings.Contains(after, "ppg 0") {
		t.Errorf("in the end, the bar is %q", after)
	}
}
