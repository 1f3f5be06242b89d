package kinds_test

import (
	"slices"
	"testing"

	"gammonlab/evalbench/campaign"
	"gammonlab/work"
	_ "gammonlab/work/kinds"
	"gammonlab/work/paths"
)

// The files of a campaign are those that it removes.
func TestCampaignFiles(t *testing.T) {
	for _, p := range paths.Of(work.Find("bench campaign play").New()) {
		if p.Written && !slices.Equal(p.Patterns(), campaign.Patterns) {
			t.Errorf("%s writes %q, want %q", p.Name, p.Patterns(), campaign.Patterns)
		}
	}
}

// The kinds of work of the program keep the rules of those that other modules register.
func TestCheck(t *testing.T) {
	if n := len(work.All()); n < 40 {
		t.Errorf("%d kinds of work, want those of the program", n)
	}
	if err := work.Check(); err != nil {
		t.Error(err)
	}
}
