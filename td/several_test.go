package td

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// severalOf is a run of several nets in backgammon, from the endings, which have
// positions of all classes.
func severalOf(update Update) Config {
	cfg := tinyOf(update)
	cfg.Variant = board.Backgammon.String()
	cfg.SetShapes(classes())
	return cfg
}

// parentOf returns a model of random nets for the config, with its digest in it.
func parentOf(t *testing.T, cfg *Config) *nets.Model {
	t.Helper()
	m := mustNew(t, *cfg).Model()
	cfg.Parent = must.Get(m.Digest())(t)
	return m
}

// On each of several nets the steps of the online form add up to those of the
// games form, as on one net: see TestOnlineEqualsGamesOnFrozenNet.
func TestOnlineEqualsGamesOnSeveralNets(t *testing.T) {
	for _, trained := range [][]nets.Part{
		{nets.Race, nets.Crashed, nets.PruningContact, nets.Contact}, {nets.Contact}, {nets.PruningContact}, {nets.Race, nets.PruningContact},
	} {
		for _, lambda := range []float64{0, 0.7, 1} {
			cfg := severalOf(GamesUpdate)
			cfg.Lambda, cfg.Rate, cfg.Epsilon = learn.Constant(lambda), learn.Constant(1), 0.1
			parent := parentOf(t, &cfg)
			cfg.SetShapes(only(trained...))
			starts := startsOf(t, &cfg, 0.2, endings...)
			trainer := must.Get(NewFrom(cfg, parent))(t)
			must.OK(t, trainer.SetStarts(starts))
			for game := range int64(12) {
				compareForms(t, trainer, game)
			}
		}
	}
}

// Each position is learned by the net of its class and its pruning net, in all forms.
func TestNetsLearnTheirClasses(t *testing.T) {
	cfg := severalOf(BatchUpdate)
	trainer := mustNewFrom(t, cfg, endings)
	l := newLearner(&trainer.cfg, trainer.weights)
	b := must.Get(trainer.newBatches(1))(t)
	must.OK(t, b.play(t.Context(), cfg.RoundGames))
	want := map[nets.Part]int64{}
	for i := range b.games {
		plies := b.games[i].plies
		for k := range plies {
			class := engine.ClassOf(&plies[k].pos)
			want[class.Part()]++
			if class == engine.Contact {
				want[nets.PruningContact]++
			}
			d := l.forward(&plies[k].pos)
			if d.full.net != trainer.Model().Net(class.Part()) || d.learning[0] != d.full {
				t.Fatalf("a position of class %v is evaluated or learned by another net", class)
			}
		}
		l.learn(plies, int64(i))
	}
	for i, s := range trainer.plan.Shapes {
		n := number(s.Part)
		got := []int64{int64(len(b.nets[i].plies)), b.stats.Nets[n].Positions, l.stats.Nets[n].Positions}
		if want[s.Part] == 0 || !slices.Equal(got, slices.Repeat([]int64{want[s.Part]}, 3)) {
			t.Errorf("%s learns from %v positions, want %d each", s.Part, got, want[s.Part])
		}
	}
	if sum := want[nets.Race] + want[nets.Crashed] + want[nets.Contact]; sum != b.stats.Positions || sum != l.stats.Positions {
		t.Errorf("%d and %d positions, want %d", b.stats.Positions, l.stats.Positions, sum)
	}
}

// The losses of all nets fall, in each form.
func TestSeveralNetsLearn(t *testing.T) {
	for _, update := range []Update{GamesUpdate, OnlineUpdate, BatchUpdate} {
		cfg := severalOf(update)
		cfg.Games, cfg.Checkpoint, cfg.ExactFrom = 480, 160, 0
		switch update {
		case OnlineUpdate:
			cfg.Lambda, cfg.Rate = learn.Constant(0.7), learn.Constant(0.03)
		case BatchUpdate:
			cfg.Rate = learn.Constant(0.01)
		}
		trainer := mustNewFrom(t, cfg, endings)
		var losses [][parts]float64
		for !trainer.Done() {
			before := trainer.Stats()
			must.OK(t, trainer.Segment(t.Context(), 2, nil))
			var of [parts]float64
			for i, n := range trainer.Stats().since(before).Nets {
				of[i] = n.mean()
			}
			losses = append(losses, of)
		}
		for _, s := range trainer.plan.Shapes {
			first, last := losses[0][number(s.Part)], losses[len(losses)-1][number(s.Part)]
			if !(last < 0.8*first) {
				t.Errorf("%s: the loss of %s goes from %v to %v", update, s.Part, first, last)
			}
		}
	}
}

// Equal nets for all classes play and learn as one net.
func TestEqualNetsAreLikeOne(t *testing.T) {
	for _, update := range []Update{GamesUpdate, OnlineUpdate, BatchUpdate} {
		one := tinyOf(update)
		one.Variant, one.Rate, one.Games, one.Checkpoint = board.Backgammon.String(), learn.Constant(0), 16, 16
		one.ExactFrom = 0
		parent := parentOf(t, &one)
		several := one
		shape := one.Shapes()[0]
		several.SetShapes(nil)
		for _, part := range []nets.Part{nets.Contact, nets.Race, nets.Crashed} {
			shape.Part = part
			several.Nets = append(several.Nets, shape)
		}
		a, b := must.Get(NewFrom(one, parent))(t), must.Get(NewFrom(several, parent))(t)
		train(t, a, 1)
		train(t, b, 2)
		got, want := b.Stats(), a.Stats()
		if got.Positions != want.Positions || got.Results != want.Results || math.Abs(got.Loss-want.Loss) > 1e-4*want.Loss {
			t.Errorf("%s: %+v, want %+v", update, got, want)
		}
		for part, net := range b.Model().Nets {
			wantSameNet(t, fmt.Sprintf("%s: %s", update, part), net, parent.Nets[nets.All])
		}
	}
}

// A run of several nets ends in the same bytes for any number of workers and after any
// interruptions. It keeps nets of its parent, and its exact targets use a pruning net.
func TestSeveralNetsResume(t *testing.T) {
	for _, update := range []Update{GamesUpdate, OnlineUpdate, BatchUpdate} {
		cfg := measured(update)
		cfg.SetShapes(classes())
		parent := parentOf(t, &cfg)
		cfg.SetShapes(only(nets.Crashed, nets.PruningContact, nets.Contact))
		cfg.Prune = update == BatchUpdate
		run := func(ctx context.Context, dir string, workers int, hooks Hooks) {
			trainer := must.Get(NewFrom(cfg, parent))(t)
			f := must.Get(Create(dir, trainer, engine.Endings{}))(t)
			if err := f.Run(ctx, trainer, workers, hooks); err != nil && ctx.Err() == nil {
				t.Fatal(err)
			}
		}
		whole := filepath.Join(t.TempDir(), "whole")
		run(t.Context(), whole, 3, Hooks{Measure: measure})
		want := outcomeOf(t, whole)
		wantSameNet(t, "kept net", must.Get(nets.Load(folderAt(whole).Model()))(t).Nets[nets.Race], parent.Nets[nets.Race])
		for _, moment := range []int64{1, 130, 280} {
			dir := filepath.Join(t.TempDir(), "run")
			ctx, cancel := context.WithCancel(t.Context())
			run(ctx, dir, 1, Hooks{Measure: measure, Progress: func(games int64) {
				if games >= moment {
					cancel()
				}
			}})
			resume(t, t.Context(), dir, Hooks{Measure: measure})
			if got := outcomeOf(t, dir); got != want {
				t.Errorf("%s, interrupted after game %d:\ngot  %+v\nwant %+v", update, moment, got, want)
			}
		}
	}
}

// A run has the net, if it trains one, whatever other nets the model has.
func TestNetOfARun(t *testing.T) {
	for _, trained := range [][]nets.Part{{nets.Contact}, {nets.Race, nets.Contact}, {nets.Race, nets.Crashed, nets.PruningContact, nets.Contact}} {
		cfg := severalOf(GamesUpdate)
		parent := parentOf(t, &cfg)
		cfg.SetShapes(only(trained...))
		trainer := must.Get(NewFrom(cfg, parent))(t)
		if got := trainer.Net(); (got != nil) != (len(trained) == 1) || got != nil && got != trainer.Model().Net(trained[0]) {
			t.Errorf("a run of %v has the net %v", trained, got)
		}
	}
}
