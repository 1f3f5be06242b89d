package unfinished_test

import (
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/unfinished"
)

// Every field of every row counts, and so do their order and the variant.
func TestSum(t *testing.T) {
	sum := func(v board.Variant, rows []datasets.Row) string {
		s := unfinished.NewSum(v)
		for i := range rows {
			s.Add(rows[i].Position.Key(), &rows[i])
		}
		return s.String()
	}
	rows := someRows(t, 3000, 4) // several times what goes into the sum at once
	want := sum(board.Backgammon, rows)
	if again := sum(board.Backgammon, rows); again != want || len(want) != 64 {
		t.Errorf("%s and then %s", want, again)
	}
	seen := map[string]string{want: "no change", sum(board.Nackgammon, rows): "another variant", sum(board.Backgammon, rows[:2999]): "a row less"}
	if len(seen) != 3 {
		t.Errorf("the variant or the number of rows does not count: %v", seen)
	}
	for name, change := range map[string]func(r *datasets.Row){
		"position":    func(r *datasets.Row) { r.Position = rows[0].Position },
		"method":      func(r *datasets.Row) { r.Method = datasets.Static },
		"probability": func(r *datasets.Row) { r.Probabilities[0] += 1e-7 },
		"error":       func(r *datasets.Row) { r.Errors[3] = 0.5 },
		"equity":      func(r *datasets.Row) { r.EquityError++ },
		"cubeful":     func(r *datasets.Row) { r.Cubeful++ },
		"trials":      func(r *datasets.Row) { r.Trials++ },
		"labeller":    func(r *datasets.Row) { r.Labeller = "x" },
		"source":      func(r *datasets.Row) { r.Source = "x" },
		"seed":        func(r *datasets.Row) { r.Seed++ },
	} {
		row := rows[1501]
		change(&rows[1501])
		got := sum(board.Backgammon, rows)
		if before, there := seen[got]; there {
			t.Errorf("%s: the same digest as of %s", name, before)
		}
		seen[got] = name
		rows[1501] = row
	}
	rows[1], rows[2] = rows[2], rows[1]
	if sum(board.Backgammon, rows) == want {
		t.Error("the order does not count")
	}
}
