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
	"gammonlab/engine/selfplay"
)

// ReadPools reads the pools of positions named FILE or FILE=WEIGHT; the default weight
// is 1. A file is a database or a list of position IDs or XGIDs, one per line.
func ReadPools(names []string, v board.Variant) ([]selfplay.Pool, error) {
	var pools []selfplay.Pool
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

// ReadPool reads the pool of the positions of a database or a list.
func ReadPool(path string, weight float64, v board.Variant) (selfplay.Pool, error) {
	positions, err := readPositions(path, v)
	return selfplay.Pool{Name: path, Weight: weight, Positions: positions}, err
}

// parquetMagic is the beginning of every database.
const parquetMagic = "PAR1"

// readPositions reads the positions of a database or a list.
func readPositions(path string, v board.Variant) ([]board.Position, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, len(parquetMagic))
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	if string(head) != parquetMagic {
		return readStarts(io.MultiReader(bytes.NewReader(head[:n]), f), path, v)
	}
	return readDatabasePositions(path, v)
}

func readDatabasePositions(path string, v board.Variant) ([]board.Position, error) {
	db, err := datasets.Open(path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if got := db.Meta().Variant; got != v {
		return nil, fmt.Errorf("%s: a database of %v, want %v", path, got, v)
	}
	var positions []board.Position
	for row, err := range datasets.Rows(db) {
		if err != nil {
			return nil, err
		}
		positions = append(positions, row.Position)
	}
	return positions, nil
}
