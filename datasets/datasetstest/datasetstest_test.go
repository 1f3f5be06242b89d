package datasetstest_test

import (
	"math"
	"reflect"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
)

// Rows are equal if all fields are equal; all NaN are equal.
func TestSpell(t *testing.T) {
	row := datasets.NewRow(board.Backgammon.Start())
	other := row
	other.Cubeful = math.Float32frombits(math.Float32bits(float32(math.NaN())) | 5)
	if datasetstest.Spell(&row) != datasetstest.Spell(&other) {
		t.Error("a NaN is not another")
	}
	for i := range reflect.TypeFor[datasets.Row]().NumField() {
		changed := row
		switch f := reflect.ValueOf(&changed).Elem().Field(i); f.Kind() {
		case reflect.String:
			f.SetString("changed")
		case reflect.Float32:
			f.SetFloat(1)
		case reflect.Array:
			f.Index(3).SetFloat(1)
		case reflect.Struct:
			changed.Position = changed.Position.Swap()
			changed.Position.Own, changed.Position.Opp[1] = board.Nackgammon.Start().Own, 0
		case reflect.Uint64:
			f.SetUint(7)
		case reflect.Uint8:
			f.SetUint(f.Uint() + 1)
		case reflect.Int32, reflect.Int:
			f.SetInt(f.Int() + 1)
		}
		if datasetstest.Spell(&changed) == datasetstest.Spell(&row) {
			t.Errorf("a change of %s is not seen", reflect.TypeFor[datasets.Row]().Field(i).Name)
		}
	}
}

// Read returns the rows of Write.
func TestWriteAndRead(t *testing.T) {
	rows := []datasets.Row{datasets.NewRow(board.Nackgammon.Start()), datasets.NewRow(board.Nackgammon.Start().Swap())}
	rows[1].Source = "a test"
	path := datasetstest.Write(t, datasets.Meta{Variant: board.Nackgammon}, rows)
	got, meta := datasetstest.Read(t, path)
	if meta.Variant != board.Nackgammon {
		t.Errorf("variant %v", meta.Variant)
	}
	datasetstest.Want(t, got, rows)
}
