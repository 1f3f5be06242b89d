//go:build !unix

package farm

import "errors"

func beNice() error { return errors.New("--nice is for Unix systems") }
