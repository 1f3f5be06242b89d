module gammonlab

go 1.26
