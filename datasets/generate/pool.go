package generate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine/start"
)

// ReadPools reads the pools of positions named FILE or FILE=WEIGHT; the default weight
// is 1. A file is a database, or a list of positions, one per line, optionally
// with weights of the positions.
func ReadPools(names []string, v board.Variant) ([]start.Pool, error) {
	var pools []start.Pool
	for _, name := range names {
		path, weight := name, 1.0
		if i := strings.LastIndexByte(name, '='); i >= 0 {
			var err error
			if weight, err = strconv.ParseFloat(name[i+1:], 64); err != nil {
				return nil, fmt.Errorf("%s: the weight is %q, want a number", name[:i], name[i+1:])
			}
			path = name[:i]
		}
		pool, err := ReadPool(path, weight, v)
		if err != nil {
			return nil, err
		}
		pools = append(pools, pool)
	}
	return pools, nil
}

// ReadPool reads the pool of the positions of a database or a list, with their weights
// if the file has them.
func ReadPool(path string, weight float64, v board.Variant) (start.Pool, error) {
	p := start.Pool{Name: path, Weight: weight}
	f, err := os.Open(path)
	if err != nil {
		return p, err
	}
	defer f.Close()
	head := make([]byte, len(parquetMagic))
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return p, err
	}
	if string(head) != parquetMagic {
		err = readList(&p, io.MultiReader(bytes.NewReader(head[:n]), f), v)
	} else {
		err = readDatabase(&p, v)
	}
	return p, err
}

// parquetMagic is the beginning of every database.
const parquetMagic = "PAR1"

// readList adds the positions of a list to the pool.
func readList(p *start.Pool, r io.Reader, v board.Variant) error {
	return eachPosition(r, p.Name, v, func(row *datasets.Row, _ bool) error {
		add(p, row)
		return nil
	})
}

// readDatabase adds the positions of a database to the pool.
func readDatabase(p *start.Pool, v board.Variant) error {
	db, err := datasets.Open(p.Name)
	if err != nil {
		return err
	}
	defer db.Close()
	if got := db.Meta().Variant; got != v {
		return fmt.Errorf("%s: a database of %v, want %v", p.Name, got, v)
	}
	for row, err := range datasets.Rows(db) {
		if err != nil {
			return err
		}
		add(p, &row)
	}
	return nil
}

// add adds the position of a row, with its weight if it has one.
func add(p *start.Pool, row *datasets.Row) {
	p.Positions = append(p.Positions, row.Position)
	if row.HasWeight() {
		p.Weights = append(p.Weights, row.Weight)
	}
}
