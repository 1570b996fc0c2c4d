print("docscan")
