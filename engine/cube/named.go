package cube

import (
	"bytes"
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// DefaultMET is the name of the default table, Neil Kazaross' XG2. It is also
// gnubg's default.
const DefaultMET = "kazaross-xg2"

// TablePoints is the maximal number of points that a side needs in the default table; beyond
// it scores are extrapolated.
const TablePoints = 25

// zadehMET is the built-in table that is computed by a formula.
const zadehMET = "zadeh"

// builtIn describes the tables of the package; their entries, in tables, are
// those of the files that come with GNU Backgammon.
var builtIn = []struct{ name, title, description string }{
	{DefaultMET, "Kazaross XG2", "Neil Kazaross, by rollouts with eXtreme Gammon 2, 25 points"},
	{"rockwell-kazaross", "Rockwell-Kazaross", "David Rockwell and Neil Kazaross, 25 points"},
	{"g11", "GNUbg 11 point", "Robert-Jan Veldhuizen, by rollouts with GNU Backgammon, 25 points"},
	{"woolsey", "Kit Woolsey", "Inside Backgammon, volume 2, number 2, 1992, 15 points"},
	{zadehMET, "Zadeh", ""},
}

//go:embed tables/*.csv
var tables embed.FS

// METs returns the names of the built-in tables, the default first.
func METs() []string {
	var names []string
	for _, b := range builtIn {
		names = append(names, b.name)
	}
	return names
}

// NamedMET returns the built-in table with the name, see [METs].
func NamedMET(name string) (*MET, error) {
	for _, b := range builtIn {
		switch {
		case b.name != name:
		case name == zadehMET:
			return NewZadeh(StandardZadeh()), nil
		default:
			return readTables(b.name, b.title, b.description), nil
		}
	}
	return nil, fmt.Errorf("no match equity table %q, want one of %s", name, strings.Join(METs(), ", "))
}

// FindMET returns the built-in table with the name, or else the table in the
// XML file at that path.
func FindMET(nameOrPath string) (*MET, error) {
	m, unknown := NamedMET(nameOrPath)
	if unknown == nil {
		return m, nil
	}
	m, err := LoadMET(nameOrPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w, or a file", unknown)
	}
	return m, err
}

// readTables reads a built-in table in the same way as a file.
func readTables(name, title, description string) *MET {
	pre, post := readCSV(name+".pre.csv"), readCSV(name+".post.csv")
	file := metFile{
		Name: title, Description: description, Length: fmt.Sprint(len(pre)),
		Pre: []metElement{{Rows: pre}}, Post: []metElement{{Rows: post}},
	}
	m, err := file.table()
	if err != nil {
		panic(err) // the tables are embedded in the program
	}
	return m
}

func readCSV(name string) []metRow {
	text, err := tables.ReadFile("tables/" + name)
	if err != nil {
		panic(err)
	}
	records, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		panic(err)
	}
	var rows []metRow
	for _, r := range records {
		rows = append(rows, metRow{r})
	}
	return rows
}
